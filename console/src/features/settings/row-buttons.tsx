import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'

interface RowButtonProps {
  label: string
  onClick: () => void
  disabled?: boolean
}

/** Takes a row of a list away. */
export const RemoveRow = ({ label, onClick }: RowButtonProps) => (
  <ActionIcon size={36} variant="subtle" color="gray" aria-label={label} onClick={onClick}>
    <IconX size={16} aria-hidden />
  </ActionIcon>
)

/** Adds one below the others. */
export const AddRow = ({ label, ...props }: RowButtonProps) => (
  <div>
    <Button size="compact-md" variant="default" leftSection={<IconPlus size={16} aria-hidden />} {...props}>
      {label}
    </Button>
  </div>
)
