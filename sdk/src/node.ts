/** Webhooks in Node's http and in Express. */
export { type NodeRequest, type NodeResponse, toNode } from './webhook/to-node.ts'
