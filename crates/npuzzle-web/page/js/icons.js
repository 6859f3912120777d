// @ts-check
// The symbols of buttons: paths on a grid of 24 x 24.

export const UNDO = "M8 5 3 10l5 5v-3.5h6a3.5 3.5 0 0 1 0 7h-3v2h3a5.5 5.5 0 0 0 0-11H8z";
export const REDO = "M16 5l5 5-5 5v-3.5h-6a3.5 3.5 0 0 0 0 7h3v2h-3a5.5 5.5 0 0 1 0-11h6z";
export const RESTART = "M12 5V1L7 6l5 5V7a5 5 0 1 1-5 5H5a7 7 0 1 0 7-7z";
export const HINT = "M9 21h6v-2H9zm3-19a7 7 0 0 0-4 12.7V17h8v-2.3A7 7 0 0 0 12 2z";
export const SHUFFLE = "M3 6h5l8 10h3v-3l4 4-4 4v-3h-4L7 8H3zM3 16h4l2-2.5L10 15l-2 3H3zM15 6h4V3l4 4-4 4V8h-3l-2 2.5L13 9z";
export const EDIT = "M4 17.2V20h2.8L17.5 9.3l-2.8-2.8zM19.7 7.1a1 1 0 0 0 0-1.4l-1.4-1.4a1 1 0 0 0-1.4 0l-1.5 1.5 2.8 2.8z";
export const FIRST = "M6 5h2v14H6zM20 5v14L9 12z";
export const BACK = "M16 5v14L6 12zM17 5h2v14h-2z";
export const PLAY = "M7 4v16l13-8z";
export const PAUSE = "M6 4h4v16H6zM14 4h4v16h-4z";
export const FORWARD = "M8 5v14l10-7zM5 5h2v14H5z";
export const LAST = "M4 5v14l11-7zM16 5h2v14h-2z";
