import { lazy } from 'react'
import { LandingPage } from '../features/landing/landing-page.tsx'
import { withWords } from '../locales/language.ts'
import { KIND_WORDS, KINDS } from './kinds.ts'

const Today = lazy(() =>
  withWords(['landing', 'own', 'today', ...KIND_WORDS], () => import('../features/landing/today.tsx')),
)

/** The page /. It shows a visitor the product, and a person who is signed in their day. */
export const Component = () => <LandingPage today={(user) => <Today user={user} kinds={KINDS} />} />
