/** The registry of the platform's own API: all that it promises, in the order in which it is documented. */
import { type OperationsOf, operationsOf } from '../registry.ts'
import * as plugins from './plugins.ts'
import * as reviews from './reviews.ts'

export const platformFamilies = { reviews, plugins }

export const platformOperations = operationsOf(platformFamilies)

export type PlatformOperations = OperationsOf<typeof platformFamilies>
