import { lazy, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { withWords } from '../../locales/language.ts'
import { Fetched } from '../../ui/fetched.tsx'
import type { Previewed } from './link-preview.tsx'

const LinkPreview = lazy(() => withWords(['free-text'], () => import('./link-preview.tsx')))

/**
 * How long a link must have the pointer or the keyboard's focus until its preview opens, and lack it until the preview
 * closes, in milliseconds.
 */
const COMES_MS = 250
const GOES_MS = 250

type Props = { readonly to: string; readonly of: Previewed; readonly children: ReactNode }

/**
 * A link with a preview of its target. The preview opens while a pointer rests on the link, while the link has the
 * keyboard's focus, or after a tap. A tap does not go to the target, but the link in the preview does. Nothing is
 * fetched before the preview opens.
 */
export const PreviewedLink = ({ to, of, children }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const pointer = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  useEffect(() => () => clearTimeout(timer.current), [])
  const turn = (open: boolean, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(open), ms)
  }
  const stay = () => clearTimeout(timer.current)
  const leave = () => turn(false, GOES_MS)
  return (
    <>
      <Link
        ref={link}
        to={to}
        aria-describedby={isOpen ? id : undefined}
        onPointerDown={({ pointerType }) => {
          pointer.current = pointerType
        }}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && turn(true, COMES_MS)}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && leave()}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && turn(true, COMES_MS)}
        onBlur={leave}
        onClick={(event) => {
          stay()
          const isTap = pointer.current === 'touch'
          // The pointer is forgotten, because the next press may come from the keyboard.
          pointer.current = ''
          if (!isTap) return setOpen(false)
          event.preventDefault()
          setOpen(!isOpen)
        }}
      >
        {children}
      </Link>
      <Fetched>
        {isOpen && (
          <LinkPreview
            id={id}
            anchor={link}
            to={to}
            of={of}
            onStay={stay}
            onLeave={leave}
            onClose={() => setOpen(false)}
          />
        )}
      </Fetched>
    </>
  )
}
