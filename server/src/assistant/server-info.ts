import { API_VERSION } from '@clinic/contract/api-version.ts'
import { PRODUCT } from '@clinic/contract/brand.ts'

/** What the server says of itself, as the protocol's `serverInfo`. */
export const SERVER_INFO = { name: 'clinic-plugin-platform', title: PRODUCT.en, version: API_VERSION }
