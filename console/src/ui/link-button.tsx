import { Button, type ButtonProps } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

interface LinkButtonProps extends ButtonProps {
  /** A page of the console, with what stands in its address. */
  href: string
  children: ReactNode
  'aria-label'?: string
}

/** A button that leads to a page of the console, also to what is open beside it. */
export function LinkButton({ href, ...button }: LinkButtonProps) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    // A new tab or window is the browser's.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    void navigate({ href })
  }
  return <Button component="a" href={href} onClick={follow} {...button} />
}
