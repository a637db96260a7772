import { useTranslation } from 'react-i18next'
import { Section } from './section.tsx'

/** The steps, in the order of the specification (section 1). */
const STEPS = ['signUp', 'version', 'add', 'save'] as const

export const HowItWorks = () => {
  const { t } = useTranslation()
  return (
    <Section title={t('landing.howItWorks')}>
      <ol className="grid gap-7 wide:grid-cols-2 wide:gap-6 desk:grid-cols-4">
        {STEPS.map((step, index) => (
          <li key={step} className="text-sm text-muted">
            <span aria-hidden className="block font-scripture text-2xl leading-tight font-medium text-accent">
              {index + 1}
            </span>
            <strong className="mt-1 block text-md font-semibold text-ink">{t(`landing.step.${step}Title`)}</strong>
            {t(`landing.step.${step}Text`)}
          </li>
        ))}
      </ol>
    </Section>
  )
}
