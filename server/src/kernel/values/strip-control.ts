// UAX #9 embeddings, overrides and isolates, with which a name can turn the sentence around it.
const DECEPTIVE = /[\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/gu

/** The text without bidirectional overrides and control characters; line feeds and tabs stay. NUL, which PostgreSQL refuses, goes. */
export function stripControl(text: string): string {
  return text.replace(DECEPTIVE, '')
}
