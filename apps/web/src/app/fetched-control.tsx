import type { LucideIcon } from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { IconButton } from '../ui/button.tsx'

type Props = {
  readonly icon: LucideIcon
  readonly label: string
  /** A lazy component with the same button; `openAtOnce`: somebody pressed it already. */
  readonly control: ComponentType<{ openAtOnce: boolean }>
}

/** A button whose menu is still being fetched. What is pressed before it has come opens when it is there. */
export const FetchedControl = ({ icon, label, control: Control }: Props) => {
  const [pressed, setPressed] = useState(false)
  const press = () => setPressed(true)
  return (
    <Suspense fallback={<IconButton icon={icon} label={label} onPointerDown={press} onClick={press} />}>
      <Control openAtOnce={pressed} />
    </Suspense>
  )
}
