/** A room in whatever spelling: "room 1 " is "Room 1". */
export const roomKey = (room: string): string => room.trim().toLowerCase()
