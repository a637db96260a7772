import { lazy } from 'react'
import { LandingPage } from '../features/landing/landing-page.tsx'
import { withWords } from '../locales/language.ts'
import { KIND_WORDS, KINDS } from './kinds.ts'

const Today = lazy(() =>
  withWords(['landing', 'own', 'today', ...KIND_WORDS], () => import('../features/landing/today.tsx')),
)

/** /: what the product is, or the day of the person who is signed in. */
export const Component = () => <LandingPage today={(user) => <Today user={user} kinds={KINDS} />} />
