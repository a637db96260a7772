import { COPY_QUOTES, COPY_REFERENCES, type CopyStyle } from '@pathlight/contracts/copy-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { deviceStorage } from '../../device/device-storage.ts'
import { settingsQuery } from '../../session/settings-query.ts'
import { useSession } from '../../session/use-session.ts'

const KEY = 'copy-style'

const among = <T>(values: readonly T[], value: unknown): value is T => values.some((one) => one === value)

/** What was chosen on this device by a visitor; null: nothing that holds. */
const styleHere = (): CopyStyle | null => {
  try {
    const { reference, quotes, numbers, version } = JSON.parse(deviceStorage.get(KEY) ?? '{}')
    if (!among(COPY_REFERENCES, reference) || !among(COPY_QUOTES, quotes)) return null
    return { reference, quotes, numbers: numbers === true, version: version === true }
  } catch {
    return null
  }
}

/** Keeps how a visitor copies passages. */
export const keepStyleHere = (style: CopyStyle): boolean => deviceStorage.set(KEY, JSON.stringify(style))

/** How this person copies passages: by their account, or else by what was chosen on this device; null: nothing was chosen. */
export const useCopyStyle = (): CopyStyle | null => {
  const { data } = useQuery(settingsQuery(useSession()))
  return data?.copyStyle ?? styleHere()
}
