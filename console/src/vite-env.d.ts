declare module '*.svg' {
  const address: string
  export default address
}
declare module '*.css'
/** `METHOD /path` of every operation of the staff API by its id; written by the build from the contract. */
declare module 'virtual:staff-routes' {
  export const ROUTES: Readonly<Record<string, string>>
}
