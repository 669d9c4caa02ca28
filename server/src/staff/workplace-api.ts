import { getWorkplace } from '@clinic/contract/staff/workplace.ts'
import { workplaceOf } from '../domain/clinics/workplace.ts'
import { type VideoLinks, videoLinkOf } from '../domain/providers/video-links.ts'
import { dayRules } from '../domain/scheduling/day-rules.ts'
import { implement } from '../kernel/implement.ts'
import { presentWorkplace } from '../present/workplace.ts'

/** The clinic that one works in. */
export const workplaceApi = (links: VideoLinks) => [
  implement(getWorkplace, async tx => {
    const [workplace, rules, link] = await Promise.all([workplaceOf(tx), dayRules(tx), videoLinkOf(tx, links)])
    return { data: presentWorkplace({ ...workplace, rules, video: link !== undefined }, tx.clinic) }
  }),
]
