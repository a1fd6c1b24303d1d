/** The looks of static pages, light and dark, as the system wants it. Everything is in the page: no font, no script. */

const light =
  'ground:#f4f5f8 panel:#fff line:#e2e6ec ink:#151b26 muted:#525d6e accent:#2f5fe0 bad:#c2271f code:#f6f8fa';
const dark =
  'ground:#0c0f14 panel:#12161d line:#242b37 ink:#e6eaf1 muted:#97a1b2 accent:#7aa2ff bad:#ff7b76 code:#0a0d12';

const variables = (theme: string): string => `:root{--${theme.replaceAll(' ', ';--')}}`;

const sans = 'Inter,system-ui,-apple-system,"Segoe UI",sans-serif';
const mono = '"JetBrains Mono",ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace';

export const pageStyle = `${variables(light)}
@media (prefers-color-scheme:dark){${variables(dark)}}
:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:14px/1.5 ${sans};-webkit-font-smoothing:antialiased}
a{color:var(--accent);text-decoration:none}
a:hover{text-decoration:underline}
a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:6px}
header{display:flex;flex-wrap:wrap;align-items:center;gap:6px 18px;padding:14px 24px;border-bottom:1px solid var(--line);background:var(--panel)}
header>a{font-weight:700;color:var(--ink)}
nav{display:flex;flex-wrap:wrap;gap:4px 14px}
nav [aria-current]{color:var(--ink);font-weight:600}
main{max-width:1500px;margin:0 auto;padding:24px}
h1{margin:0 0 4px;font-size:22px;letter-spacing:-.01em}
h2{margin:28px 0 10px;font-size:16px}
p{max-width:76ch;margin:0 0 14px;color:var(--muted)}
code,pre{font:12.5px/1.55 ${mono}}
.card,table,details{border:1px solid var(--line);border-radius:10px;background:var(--panel)}
.picture{overflow:auto;padding:12px}
.picture svg{display:block;max-width:100%;height:auto;margin:0 auto}
.wide{overflow-x:auto}
table{width:100%;border-spacing:0;border-collapse:separate}
th,td{padding:8px 14px;border-top:1px solid var(--line);text-align:left;vertical-align:top}
thead th{border-top:0;color:var(--muted);font-size:12px;font-weight:600}
tbody th{font-weight:600}
tbody tr.first>*{border-top:1px solid color-mix(in srgb,var(--muted) 45%,var(--line))}
td .refusal{color:var(--bad)}
p.note{margin:6px 4px 0}
.note{color:var(--muted);font-size:12px;font-weight:400}
details{margin:0 0 12px}
summary{padding:10px 14px;cursor:pointer;font-weight:600}
pre{max-height:70vh;margin:0;padding:12px 14px;overflow:auto;border-top:1px solid var(--line);background:var(--code);user-select:all}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(300px,1fr));gap:14px;padding:0;list-style:none}
.cards li{padding:14px 16px}
.cards a{font-weight:650;font-size:15px}
.cards p{margin:4px 0 8px}`;
