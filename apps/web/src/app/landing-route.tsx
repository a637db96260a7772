import { lazy } from 'react'
import { LandingPage } from '../features/landing/landing-page.tsx'
import { withWords } from '../locales/language.ts'
import { KIND_WORDS, KINDS } from './kinds.ts'

const Today = lazy(() =>
  withWords(['landing', 'own', 'today', ...KIND_WORDS], () => import('../features/landing/today.tsx')),
)

/** The page /. It shows the product to a visitor, and the overview of the day to a signed-in person. */
export const Component = () => <LandingPage today={(user) => <Today user={user} kinds={KINDS} />} />
