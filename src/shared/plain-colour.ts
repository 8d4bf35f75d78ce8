/** Only plain colours: the value is untrusted and ends up in a style. */
export const plainColour = /^(#[0-9a-f]{3,8}|[a-z]{3,20}|rgba?\([\d\s.,%/]{1,40}\))$/i;
