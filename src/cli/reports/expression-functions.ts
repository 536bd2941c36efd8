/** A function or operator of expressions. */
export interface ExpressionFunction {
  /** How it is called; `x` is a text, `n` a number, `xs` a list, `m` a map. */
  readonly call: string;
  readonly description: string;
  /** What stands between `${` and `}`, and what it gives, as JSON. A test evaluates each. */
  readonly example: string;
  readonly gives: string;
}

/** All that an expression can call, in the order of the reference. */
export const expressionFunctions: readonly ExpressionFunction[] = [
  row("n + n, n - n, n * n, n / n, n % n", "calculates; whole numbers stay whole", "7 / 2", "3"),
  row("x + x, xs + xs", "puts texts or lists together", "'a' + 'b'", '"ab"'),
  row("a == b, a != b", "compares", "'a' != 'b'", "true"),
  row("a < b, a <= b, a > b, a >= b", "compares numbers, texts and moments by their order", "2 >= 1", "true"),
  row("a && b, a || b, !a", "and, or, not", "true && !false", "true"),
  row("a ? b : c", "chooses", "1 > 2 ? 'more' : 'less'", '"less"'),
  row("a in xs, key in m", "whether a list has the item, or a map the key", "'a' in ['a', 'b']", "true"),
  row("xs[n], m[key], m.key", "an item of a list, counted from 0, or of a map", "['a', 'b'][1]", '"b"'),
  row("has(m.key)", "whether a field or key is there", "has({'a': 1}.a)", "true"),
  row("size(a)", "how long a text, list or map is", "size('abc')", "3"),
  row("string(a), int(a), double(a), bool(a)", "makes another type of it", "string(80) + '/tcp'", '"80/tcp"'),
  row("type(a)", "its type, to be compared with", "type(1) == int", "true"),
  row("x.contains(x)", "whether a text holds another", "'plumb'.contains('lum')", "true"),
  row("x.startsWith(x), x.endsWith(x)", "whether it begins or ends so", "'plumb'.startsWith('pl')", "true"),
  row("x.matches(pattern)", "whether a regular expression (RE2) fits a part", "'v12'.matches('^v[0-9]+$')", "true"),
  row("x.lowerAscii(), x.upperAscii()", "in small or capital letters", "'Prod'.lowerAscii()", '"prod"'),
  row("x.trim()", "without blanks at its ends", "' a '.trim()", '"a"'),
  row(
    "x.replace(old, new[, n])",
    "another text in its place, everywhere or n times",
    "'a-b-c'.replace('-', '.', 1)",
    '"a.b-c"',
  ),
  row("x.split(separator[, n])", "a list of its parts, at most n", "'a,b'.split(',')", '["a","b"]'),
  row("xs.join([separator])", "one text of all", "['a', 'b'].join('-')", '"a-b"'),
  row("x.substring(from[, to])", "a part, from and to counted from 0", "'plumb'.substring(0, 2)", '"pl"'),
  row("x.charAt(n)", "one character", "'plumb'.charAt(1)", '"l"'),
  row("x.indexOf(x[, from]), x.lastIndexOf(x)", "where it stands, -1 where it does not", "'plumb'.indexOf('b')", "4"),
  row("x.format(xs)", "fills `%s`, `%d` and `%.2f` in", "'%s-%d'.format(['a', 3])", '"a-3"'),
  row("xs.map(x, e)", "each item made into another", "[1, 2].map(n, n * 2)", "[2,4]"),
  row("xs.filter(x, e)", "the items for which it holds", "[1, 2].filter(n, n > 1)", "[2]"),
  row("xs.all(x, e), xs.exists(x, e)", "whether it holds for all, or for one", "[1, 2].all(n, n > 0)", "true"),
  row("xs.exists_one(x, e)", "whether it holds for exactly one", "[1, 2].exists_one(n, n > 1)", "true"),
  row(
    "timestamp(x), duration(x)",
    "a moment, a length of time",
    "timestamp('2026-01-01T00:00:00Z') < timestamp('2027-01-01T00:00:00Z')",
    "true",
  ),
  row(
    "t.getFullYear(), getMonth(), getDate(), getHours(), ...",
    "a part of a moment",
    "timestamp('2026-05-01T00:00:00Z').getFullYear()",
    "2026",
  ),
];

function row(call: string, description: string, example: string, gives: string): ExpressionFunction {
  return { call, description, example, gives };
}
