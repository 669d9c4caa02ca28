import { startEmbedded } from '../../../src/db/embedded.ts'

/** A program that holds `argv[2]` as its data folder until it is told to stop or killed: the other process in tests of that. */
process.once('disconnect', () => process.exit())
const [, , dataDir = ''] = process.argv
try {
  const { url, stop } = await startEmbedded({ dataDir, log: () => {} })
  process.once('message', () => stop().then(() => process.disconnect?.()))
  process.send?.({ url })
} catch (error) {
  process.send?.({ refusal: error instanceof Error ? error.message : String(error) })
  process.disconnect?.()
}
