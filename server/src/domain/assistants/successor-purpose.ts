/** What the sealed successor of a used refresh token is bound to: that token's hash, in hexadecimal digits. */
export const successorPurpose = (hash: string): string => `refresh token after ${hash}`
