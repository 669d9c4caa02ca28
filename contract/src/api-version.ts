/** The version of the interface: the header Service-Version and the envelope's apiVersion (specification, Versioning 2). */
export const API_VERSION = '2026-07'
