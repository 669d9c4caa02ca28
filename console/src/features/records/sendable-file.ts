import { UPLOAD_CONTENT_TYPES, type UploadContentType } from '@clinic/contract/files.ts'

export const MOST_BYTES = 104_857_600
export const FEWEST_BYTES = 10

/** What browsers know no type of, by the end of the name. */
const BY_ENDING: Readonly<Record<string, UploadContentType>> = {
  ...{ dcm: 'application/dicom', tif: 'image/tiff', tiff: 'image/tiff', bmp: 'image/bmp' },
}

/** What kind of file it is; undefined of one that is not taken. */
export function typeOf({ name, type }: Pick<File, 'name' | 'type'>): UploadContentType | undefined {
  const ending = name.toLowerCase().split('.').at(-1) ?? ''
  return UPLOAD_CONTENT_TYPES.find(one => one === type) ?? BY_ENDING[ending]
}

/** The name without what no file may be called, and no longer than one may be. */
export const sendableName = (name: string): string =>
  name.replaceAll(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '_').slice(-200) || 'file'
