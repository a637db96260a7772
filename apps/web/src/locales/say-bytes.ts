import type { Language } from './words.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A number of bytes in a readable unit, in powers of 1,000: 12.3 MB. */
export const sayBytes = (bytes: number, language: Language): string => {
  const at = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[at] ?? 'byte',
    ...(at === 0 && { unitDisplay: 'long' as const }),
    maximumFractionDigits: bytes / 1000 ** at < 100 ? 1 : 0,
  }).format(bytes / 1000 ** at)
}
