import { type ReactNode, useId } from 'react'

/** A part of an admins' page under its heading. */
export const AdminSection = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="border-t border-line py-6">
      <h2 id={heading} className="text-base font-semibold">
        {title}
      </h2>
      {text !== undefined && <p className="mt-1 text-sm text-pretty text-muted">{text}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}
