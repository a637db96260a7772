import type { ReactNode } from 'react'
import { PageHead } from '../../ui/page-head.tsx'

/** The frame of a page with a single form. */
export const AccountPage = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => (
  <div className="mx-auto w-full max-w-[26rem] px-4 py-12 wide:py-18">
    <PageHead title={title} />
    <h1 className="font-scripture text-2xl leading-tight font-semibold text-balance">{title}</h1>
    {text && <p className="mt-2 text-sm text-pretty text-muted">{text}</p>}
    <div className="mt-6">{children}</div>
  </div>
)
