import { Button } from '@mantine/core'

interface SubmitButtonProps {
  children: string
  pending: boolean
  /** Says until when nothing can be sent. */
  wait?: string
}

/** Keeps the focus while it cannot be used, which a disabled button would lose. */
export const SubmitButton = ({ children, pending, wait }: SubmitButtonProps) => (
  <Button
    type="submit"
    size="md"
    fullWidth
    loading={pending}
    aria-disabled={wait !== undefined}
    data-disabled={wait !== undefined || undefined}
    onClick={event => wait !== undefined && event.preventDefault()}
  >
    {wait ?? children}
  </Button>
)
