/** The registry of the plugin API: what the running service promises. Everything that walks the interface starts here. */
import * as events from './events.ts'
import { recordFamilies } from './record-families.ts'
import { operationsOf } from './registry.ts'
import * as sandbox from './sandbox.ts'
import * as sandboxClock from './sandbox-clock.ts'
import * as sandboxFaults from './sandbox-faults.ts'
import * as webhookEndpoints from './webhook-endpoints.ts'

/**
 * All families. Those about events come last: they name the types of events, which follow from the others. An SDK's method
 * is found by family and id: `families.patients.listPatients`.
 */
export const families = { ...recordFamilies, webhookEndpoints, events, sandbox, sandboxClock, sandboxFaults }

export const operations = operationsOf(families)
