import * as Popover from '@radix-ui/react-popover'
import { useMemo } from 'react'

type Props = {
  /** The footnote's mark in the text. */
  readonly anchor: HTMLElement
  readonly label: string
  readonly text: string
  readonly onClose: () => void
}

const FootnotePopover = ({ anchor, label, text, onClose }: Props) => {
  const virtualRef = useMemo(() => ({ current: anchor }), [anchor])
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={virtualRef} />
      <Popover.Portal>
        <Popover.Content
          aria-label={label}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={() => anchor.focus({ preventScroll: true })}
          className="floating z-30 max-h-(--radix-popover-content-available-height) w-72 max-w-[calc(100vw-16px)] overflow-y-auto overscroll-contain p-4"
        >
          {/* The words are in the language of the Bible text. */}
          <p
            lang={anchor.closest('article')?.lang}
            dir="auto"
            className="font-scripture text-md leading-normal text-pretty"
          >
            {text}
          </p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
export default FootnotePopover
