/** The dashboard's page as the build left it, and the pictures of the charts it shows. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { PageFiles } from '../dashboard/routes.js';
import { packageDir } from '../store/package-dir.js';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export async function dashboardFiles(): Promise<PageFiles> {
  const page = join(packageDir(), 'dist', 'dashboard');
  const charts = join(packageDir(), 'docs', 'charts');
  const pictures = (await readdir(charts)).filter((name) => name.endsWith('.brief.svg'));
  const sources: readonly (readonly [path: string, file: string])[] = [
    ['/', join(page, 'index.html')],
    ...['page.js', 'page.css', 'icon.svg'].map((name) => [`/${name}`, join(page, name)] as const),
    ...pictures.map((name) => [`/charts/${name}`, join(charts, name)] as const),
  ];
  const read = sources.map(async ([path, file]) => {
    const type = types[extname(file)] ?? 'application/octet-stream';
    return [path, { type, body: await readFile(file) }] as const;
  });
  return new Map(await Promise.all(read));
}
