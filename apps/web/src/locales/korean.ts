import { josa } from 'es-hangul'
import type { i18n } from 'i18next'
import ko from './ko.json'

type Particle = Parameters<typeof josa>[1]

/** Adds the Korean words, and `{{name, josa(particle: 은/는)}}`, which picks the particle by the last sound of the name. */
export const addKorean = (instance: i18n): void => {
  instance.addResourceBundle('ko', 'translation', ko)
  instance.services.formatter?.add('josa', (value, _language, options) =>
    josa(String(value), options.particle as Particle),
  )
}
