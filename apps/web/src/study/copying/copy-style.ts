import { COPY_QUOTES, COPY_REFERENCES, type CopyStyle } from '@pathlight/contracts/copy-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { deviceStorage } from '../../device/device-storage.ts'
import { settingsQuery } from '../../session/settings-query.ts'
import { useSession } from '../../session/use-session.ts'

const KEY = 'copy-style'

const among = <T>(values: readonly T[], value: unknown): value is T => values.some((one) => one === value)

/** A visitor's style of copies on this device. Null if there is no valid one. */
const styleHere = (): CopyStyle | null => {
  try {
    const { reference, quotes, numbers, version } = JSON.parse(deviceStorage.get(KEY) ?? '{}')
    if (!among(COPY_REFERENCES, reference) || !among(COPY_QUOTES, quotes)) return null
    return { reference, quotes, numbers: numbers === true, version: version === true }
  } catch {
    return null
  }
}

/** Stores a visitor's style of copies. Returns false if the device refuses to store it. */
export const keepStyleHere = (style: CopyStyle): boolean => deviceStorage.set(KEY, JSON.stringify(style))

/** The person's style of copies: from the account, otherwise from this device. Null if none was chosen. */
export const useCopyStyle = (): CopyStyle | null => {
  const { data } = useQuery(settingsQuery(useSession()))
  return data?.copyStyle ?? styleHere()
}
