import { useLayoutEffect, useState } from 'preact/hooks'
import { keepChoice, readChoice } from './browser.ts'
import { type Room, rooms } from './live-tools.tsx'

/** Which side has more room. The page is drawn as the server drew it at first. */
export function useRoom(): readonly [room: Room, choose: (room: Room) => void] {
  const [room, setRoom] = useState<Room>('even')
  useLayoutEffect(() => {
    const kept = rooms.find((each) => each === readChoice('room'))
    if (kept !== undefined) setRoom(kept)
  }, [])
  return [
    room,
    (next) => {
      setRoom(next)
      keepChoice('room', next)
    },
  ]
}

export function useSingleKeys(): readonly [hasSingleKeys: boolean, choose: (isOn: boolean) => void] {
  const [hasSingleKeys, setHasSingleKeys] = useState(() => readChoice('singleKeys') !== 'off')
  return [
    hasSingleKeys,
    (isOn) => {
      setHasSingleKeys(isOn)
      keepChoice('singleKeys', isOn ? 'on' : 'off')
    },
  ]
}
