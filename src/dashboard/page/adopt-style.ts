/** A picture's own style, given to the document: the page's policy lets no style stand in what is put into it. */
const adopted = new Map<string, CSSStyleSheet>();

/** The picture without it. It is taken out before anything is parsed: merely standing there is against the policy. */
export function adoptStyle(svg: string): string {
  const [style = '', text = ''] = /<style>([^]*?)<\/style>/.exec(svg) ?? [];
  if (text !== '' && !adopted.has(text)) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    adopted.set(text, sheet);
    document.adoptedStyleSheets = [...adopted.values()];
  }
  return svg.replace(style, '');
}
