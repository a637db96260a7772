/** As many digits as the greatest position of a log has. */
const POSITION_DIGITS = 20

/** A position as a part of a key: keys are ordered as positions are. */
export const positionKey = (position: bigint | string): string => String(position).padStart(POSITION_DIGITS, '0')
