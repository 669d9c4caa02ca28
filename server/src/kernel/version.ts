import server from '../../package.json' with { type: 'json' }

/** Of the platform. */
export const VERSION = server.version
