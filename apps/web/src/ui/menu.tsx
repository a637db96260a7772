import * as DropdownMenu from '@radix-ui/react-dropdown-menu'
import type { ReactNode } from 'react'
import { Check } from './icons.ts'

/** A dropdown menu. It is not modal: a click outside closes the menu and also reaches the page. */
export const Menu = ({
  trigger,
  openAtOnce,
  children,
}: {
  trigger: ReactNode
  openAtOnce: boolean
  children: ReactNode
}) => (
  <DropdownMenu.Root modal={false} defaultOpen={openAtOnce}>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        // If the chosen item has moved the focus, the focus stays there. Otherwise it returns to the trigger.
        onCloseAutoFocus={(event) => {
          if (document.activeElement !== document.body) event.preventDefault()
        }}
        className="floating z-30 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-[calc(100vw-16px)] overflow-y-auto p-1"
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
)

const ITEM =
  'flex min-h-11 items-center gap-2.5 rounded-sm px-3 text-sm outline-none select-none data-highlighted:bg-sunk data-highlighted:text-ink'

export const MenuItem = ({
  icon,
  children,
  onSelect,
}: {
  icon?: ReactNode
  children: ReactNode
  onSelect: () => void
}) => (
  <DropdownMenu.Item className={ITEM} onSelect={onSelect}>
    {icon}
    {children}
  </DropdownMenu.Item>
)

/** A group of options of which exactly one is chosen. */
export const MenuChoice = ({
  value,
  options,
  label,
  onChange,
}: {
  value: string
  options: readonly { value: string; label: string; lang?: string }[]
  label: string
  onChange: (value: string) => void
}) => (
  <DropdownMenu.RadioGroup value={value} onValueChange={onChange} aria-label={label}>
    {options.map((option) => (
      <DropdownMenu.RadioItem key={option.value} value={option.value} lang={option.lang} className={ITEM}>
        <span className="grow">{option.label}</span>
        <DropdownMenu.ItemIndicator>
          <Check size={18} strokeWidth={1.8} className="text-accent" aria-hidden />
        </DropdownMenu.ItemIndicator>
      </DropdownMenu.RadioItem>
    ))}
  </DropdownMenu.RadioGroup>
)

/** A heading above the items. The heading itself cannot be chosen. */
export const MenuHeading = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className="px-3 pt-2 pb-2.5 text-sm">{children}</DropdownMenu.Label>
)

export const MenuLine = () => <DropdownMenu.Separator className="my-1 h-px bg-line" />
