/** One block of a stream of server-sent events, by the names of its fields. */
export type Block = Readonly<Partial<Record<'id' | 'event' | 'data', string>>>

/** The whole blocks of what has arrived, and the rest, which is still to be completed. */
export function takeBlocks(text: string): { blocks: Block[]; rest: string } {
  const parts = text.split('\n\n')
  const rest = parts.pop() ?? ''
  return { blocks: parts.map(blockOf), rest }
}

const blockOf = (text: string): Block =>
  Object.fromEntries(text.split('\n').flatMap(line => (/^\w+: /.test(line) ? [line.split(/: (.*)/, 2)] : [])))

/** Every block of a stream until its server ends it. */
export async function* blocksOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Block> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (let text = ''; ; ) {
    const { done, value } = await reader.read()
    if (done) return
    const { blocks, rest } = takeBlocks(text + value)
    text = rest
    yield* blocks
  }
}
