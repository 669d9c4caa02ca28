/** The parts that the README's table measures. */
type Part = 'one-packet' | 'shared-readers' | 'row-reader' | 'batching'

const parts = new Set(process.env.PIPELINING_WITHOUT?.split(','))

/** Whether a part of the machinery is to do nothing, so that what it gains can be measured: see README.md. */
export const isSwitchedOff = (part: Part): boolean => parts.has(part)
