/** Where each place of a JSON text stands, or where it stops being one. */
export interface JsonPlaces {
  /** The line of each place, by its JSON pointer. */
  readonly lines: ReadonlyMap<string, number>
  /** What the text says; nothing where it is no JSON. */
  readonly value?: unknown
  /** Where it stops being JSON. */
  readonly fault?: { readonly line: number; readonly column: number }
}

const CONTROLS = String.raw`\u0000-\u001f`
const STRING = new RegExp(String.raw`"(?:[^"\\${CONTROLS}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"`, 'y')
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const SPACE = /[ \t\r\n]*/y
/** Deeper than any manifest. */
const DEEPEST = 100

class Fault extends Error {}

const segment = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** Reads a JSON text for the lines of its places; `at` is where it has come. */
class Reader {
  readonly lines = new Map<string, number>()
  readonly #text: string
  #at = 0
  #line = 1
  constructor(text: string) {
    this.#text = text
  }

  /** Counted from 1. */
  get place() {
    const line = this.#at === 0 ? -1 : this.#text.lastIndexOf('\n', this.#at - 1)
    return { line: this.#line, column: this.#at - line }
  }

  document(): void {
    this.#value('', 0)
    if (this.#at < this.#text.length) throw new Fault()
  }

  #value(pointer: string, depth: number): void {
    this.#take(SPACE)
    if (!this.lines.has(pointer)) this.lines.set(pointer, this.#line)
    if (depth > DEEPEST) throw new Fault()
    const first = this.#text[this.#at]
    if (first === '{') this.#items('}', () => this.#member(pointer, depth))
    else if (first === '[') this.#items(']', index => this.#value(`${pointer}/${index}`, depth + 1))
    else if (this.#take(first === '"' ? STRING : SCALAR) === '') throw new Fault()
    this.#take(SPACE)
  }

  #items(end: string, item: (index: number) => void): void {
    this.#at += 1
    this.#take(SPACE)
    if (this.#text[this.#at] !== end)
      for (let index = 0; ; index += 1) {
        item(index)
        if (this.#text[this.#at] !== ',') break
        this.#at += 1
      }
    this.#expect(end)
  }

  #member(pointer: string, depth: number): void {
    this.#take(SPACE)
    const line = this.#line
    const key = this.#take(STRING)
    if (key === '') throw new Fault()
    const place = `${pointer}/${segment(String(JSON.parse(key)))}`
    // The line of a member is that of its name.
    this.lines.set(place, line)
    this.#take(SPACE)
    this.#expect(':')
    this.#value(place, depth + 1)
  }

  #expect(mark: string): void {
    if (this.#text[this.#at] !== mark) throw new Fault()
    this.#at += 1
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.#at += found.length
    // Nothing but space holds an end of a line.
    if (pattern === SPACE) this.#line += found.split('\n').length - 1
    return found
  }
}

export function placesOf(text: string): JsonPlaces {
  const reader = new Reader(text)
  try {
    reader.document()
    return { lines: reader.lines, value: JSON.parse(text) }
  } catch {
    return { lines: reader.lines, fault: reader.place }
  }
}

/** The line of a place; of one that is missing, the line of what it is missing in. */
export function lineOf(lines: JsonPlaces['lines'], pointer: string): number {
  const line = lines.get(pointer)
  if (line !== undefined || pointer === '') return line ?? 1
  return lineOf(lines, pointer.slice(0, Math.max(0, pointer.lastIndexOf('/'))))
}
