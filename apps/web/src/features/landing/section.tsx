import type { ReactNode } from 'react'
import type { LucideIcon } from '../../ui/lucide-icon.ts'

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-t border-line py-12 wide:py-14">
    <h2 className="mb-6 font-scripture text-xl leading-tight font-semibold">{title}</h2>
    {children}
  </section>
)

type Card = { readonly name: string; readonly icon: LucideIcon; readonly title: string; readonly text: string }

/** Cards of features. `across` is the number of cards in a row on a large screen. */
export const Cards = ({ cards, across }: { cards: readonly Card[]; across: 3 | 4 }) => (
  <ul className={`grid gap-8 wide:grid-cols-2 wide:gap-6 ${across === 4 ? 'desk:grid-cols-4' : 'desk:grid-cols-3'}`}>
    {cards.map(({ name, icon: Icon, title, text }) => (
      <li key={name}>
        <Icon size={20} strokeWidth={1.8} className="text-accent" aria-hidden />
        <h3 className="mt-3 mb-1 font-semibold">{title}</h3>
        <p className="text-sm text-pretty text-muted">{text}</p>
      </li>
    ))}
  </ul>
)
