import type { ReactNode } from 'react'
import { PageHead } from '../../ui/page-head.tsx'

type Props = {
  readonly title: string
  readonly text: string
  /** What there is to do with all of it, beside the title. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A page of the admins' under its title. */
export const AdminPage = ({ title, text, action, children }: Props) => (
  <>
    <PageHead title={title} />
    <div className="mb-4 flex flex-wrap items-end gap-4">
      <div className="min-w-0 grow basis-72">
        <h1 className="font-scripture text-[min(1.9rem,12vw)] leading-tight font-semibold">{title}</h1>
        <p className="mt-1 text-sm text-pretty text-muted">{text}</p>
      </div>
      {action}
    </div>
    {children}
  </>
)
