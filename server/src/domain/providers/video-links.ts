import type { ClinicFacts, Tx } from '../../kernel/tx.ts'
import { type ClinicProvider, providerInUse } from './clinic-provider.ts'

/** Where a video call takes place, by its id. */
export type VideoLink = (callId: string) => string

/** The providers of video calls that this program knows. */
export interface VideoLinks {
  /** Those of the clinic's provider; nothing where it has none that it may use. */
  connect(provider: ClinicProvider | undefined, clinic: ClinicFacts): VideoLink | undefined
}

/** How the clinic holds video calls; nothing where it has not said so. */
export const videoLinkOf = async (tx: Tx, links: VideoLinks): Promise<VideoLink | undefined> =>
  links.connect(await providerInUse(tx, 'video'), tx.clinic)
