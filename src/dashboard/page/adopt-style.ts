/** A picture's own style, given to the document: the page's policy lets no style stand in what is put into it. */
const adopted = new Map<string, CSSStyleSheet>();

export function adoptStyle(picture: Element): void {
  const style = picture.querySelector('style');
  style?.remove();
  const text = style?.textContent ?? '';
  if (text === '' || adopted.has(text)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  adopted.set(text, sheet);
  // Rules of the page itself come after, and win.
  document.adoptedStyleSheets = [...adopted.values()];
}
