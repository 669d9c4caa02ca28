import { scheduledJob } from './job.ts'

/** Seals files that lie on the disk as they were sent, from before files were sealed. A run may end anywhere. */
export const sealFilesNightly = scheduledJob('seal_files', '47 2 * * *', async ({ files, log }) => {
  const sealed = await files.sealPlain()
  if (sealed > 0) log.info({ sealed }, 'files that lay in clear were sealed')
})
