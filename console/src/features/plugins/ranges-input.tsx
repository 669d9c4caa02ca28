import type { Issue } from '@clinic/contract/errors.ts'
import { Textarea } from '@mantine/core'
import { useIssueSentence } from '../../ui/issue-sentence.ts'

interface RangesInputProps {
  label: string
  description?: string
  value: string
  issue: Issue | undefined
  onChange: (value: string) => void
}

/** Address ranges, one on each line. */
export function RangesInput({ issue, onChange, ...field }: RangesInputProps) {
  const sentence = useIssueSentence()
  return (
    <Textarea
      {...field}
      dir="ltr"
      rows={3}
      error={issue && sentence({ ...issue, code: issue.code === 'too_many' ? issue.code : 'cidr' })}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
