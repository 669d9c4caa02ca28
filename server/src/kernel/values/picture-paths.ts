/** Where the pictures of plugins are served. */
export const ICONS = '/plugin-icons'

/** Where the pictures of clinics are served. */
export const LOGOS = '/clinic-logos'

/** The path of a picture by its name; another picture has another name. */
export const iconPath = (name: string | null): string | null => (name === null ? null : `${ICONS}/${name}`)
