/** Field names as columns and assistants' tools write them, and as the contract does. */
export const snake = (camel: string): string => camel.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
export const camel = (snaked: string): string => snaked.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase())
