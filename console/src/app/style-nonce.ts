/** The only word by which the page's policy takes a style that is not in a file. */
export const styleNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.nonce ?? ''

// Where the package that holds the page still behind a dialog looks for it.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
