import { CAPTCHA_SERVICES } from '@pathlight/contracts/captcha-rules.ts'
import type { ContactCaptcha } from '@pathlight/contracts/contact.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../locales/use-language.tsx'
import { FetchFailed } from '../../ui/fetch-failed.tsx'

type Service = Exclude<ContactCaptcha, { provider: 'altcha' }>

/** The object that the script of each of the three services defines, by the services' documentation of 2026. */
type Widget = {
  render(
    place: HTMLElement,
    options: {
      readonly sitekey: string
      readonly theme: 'light' | 'dark'
      readonly language: string
      readonly hl: string
      readonly callback: (token: string) => void
      readonly 'expired-callback': () => void
      readonly 'error-callback': () => void
    },
  ): unknown
}
const READY = 'captchaIsReady'

/**
 * Loads the service's script, and resolves when the script is ready. Rejects if the script does not load, or defines no
 * widget.
 */
const fetchWidget = (provider: Service['provider'], language: string): Promise<Widget> => {
  const page = window as unknown as Record<string, unknown>
  const { global, script: source } = CAPTCHA_SERVICES[provider]
  const widgetOf = () => page[global] as Widget | undefined
  const loaded = widgetOf()
  if (loaded) return Promise.resolve(loaded)
  return new Promise((resolve, reject) => {
    page[READY] = () => {
      const widget = widgetOf()
      if (widget) resolve(widget)
      else reject(new Error(`${global} is missing`))
    }
    const script = document.createElement('script')
    script.src = `${source}?render=explicit&onload=${READY}&hl=${language}`
    script.async = true
    script.onerror = () => {
      script.remove()
      reject(new Error('The script did not come'))
    }
    document.head.append(script)
  })
}

/** A CAPTCHA of another company's service, in the page's language and theme. */
const ServiceCheck = ({ captcha, onToken }: { captcha: Service; onToken: (token: string | null) => void }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const place = useRef<HTMLFieldSetElement>(null)
  const [failed, setFailed] = useState(false)
  const { provider, siteKey } = captcha
  useEffect(() => {
    if (failed) return
    let isUnmounted = false
    const show = async () => {
      const widget = await fetchWidget(provider, language)
      if (isUnmounted || !place.current) return
      // Each check gets a new element, because these scripts refuse an element that has content.
      const inside = place.current.appendChild(document.createElement('div'))
      widget.render(inside, {
        sitekey: siteKey,
        theme: document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
        language,
        hl: language,
        callback: onToken,
        'expired-callback': () => onToken(null),
        'error-callback': () => setFailed(true),
      })
    }
    show().catch(() => setFailed(true))
    return () => {
      isUnmounted = true
      place.current?.replaceChildren()
    }
  }, [provider, siteKey, language, onToken, failed])
  if (failed) return <FetchFailed words={t('contact.captcha.serviceFailed')} onRetry={() => setFailed(false)} />
  return <fieldset ref={place} aria-label={t('contact.captcha.service')} className="min-h-20" />
}
export default ServiceCheck
