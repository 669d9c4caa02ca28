#!/usr/bin/env node
/** Of a clone and of what is published alike: the bundle that `npm run cli:build` makes. */
import '../dist/plg.js'
