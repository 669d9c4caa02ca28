import type { Answer, List, Page } from '../calls.ts'

/** Reads the page at a cursor; the first one without. */
export type ReadPage<Item> = (cursor: string | undefined) => Promise<Answer<Page<Item>>>

/** A list that is asked when it is used, and its first page once. */
export class LazyList<Item> implements List<Item> {
  readonly [Symbol.toStringTag] = 'List'
  readonly #read: ReadPage<Item>
  #first: Promise<Answer<Page<Item>>> | undefined

  constructor(read: ReadPage<Item>) {
    this.#read = read
  }

  withResponse(): Promise<Answer<Page<Item>>> {
    this.#first ??= this.#read(undefined)
    return this.#first
  }

  #page(): Promise<Page<Item>> {
    return this.withResponse().then(({ data }) => data)
  }

  // biome-ignore lint/suspicious/noThenProperty: awaited, a list is its first page.
  then<One = Page<Item>, Other = never>(
    onPage?: ((page: Page<Item>) => One | PromiseLike<One>) | null,
    onError?: ((reason: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<One | Other> {
    return this.#page().then(onPage, onError)
  }

  catch<Other = never>(onError?: ((reason: unknown) => Other | PromiseLike<Other>) | null) {
    return this.#page().catch(onError)
  }

  finally(onEnd?: (() => void) | null) {
    return this.#page().finally(onEnd)
  }

  /** A cursor that comes again would lead round for ever. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    const seen = new Set<string>()
    let page = await this.#page()
    for (;;) {
      yield page
      const { nextCursor } = page
      if (nextCursor === null) return
      if (seen.has(nextCursor)) throw new Error('The list leads back to a page that was read already.')
      seen.add(nextCursor)
      page = (await this.#read(nextCursor)).data
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data
  }

  async take(most: number): Promise<Item[]> {
    const items: Item[] = []
    if (most <= 0) return items
    for await (const item of this) if (items.push(item) >= most) break
    return items
  }
}
