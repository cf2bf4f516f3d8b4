/** Escapes a text for HTML, attributes included. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)
