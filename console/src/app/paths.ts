/** Every address at which the console has a page; the server answers these with it and nothing else. */
export const PATHS = [
  '/',
  '/login',
  '/login/reset',
  '/reset/:token',
  '/invite/:token',
  '/clinics',
  '/assistants',
  '/clinic/assistants',
  '/security',
  '/members',
] as const
