#!/bin/sh
# Make the fonts of the wordmark and the headings: Frank Ruhl Libre SemiBold from its npm package, with the letters of
# all languages of the catalogues. Needs npm and Python. A new letter in a language has to be added here and in
# src/sumito/web/style/tokens.css; tests/web/test_display_font.py says so.
# usage: display_font.sh
set -eu
latin='ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 !"%&'\''()+,-./:;?·–—‘’“”„…«»'
latin="$latin"'ÀÂÇÉÈÊËÎÏÔÙÛÜŒàâçéèêëîïôùûüœÁÍÓÖŐÚŰáíóöőúűĄĆĘŁŃŚŹŻąćęłńśźż'
hebrew='אבגדהוזחטיךכלםמןנסעףפץצקרשת׳״'
fonts=$(cd "$(dirname "$0")/../src/sumito/web" && pwd)/fonts
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm pack --silent @expo-google-fonts/frank-ruhl-libre@0.4.1
tar xzf expo-google-fonts-frank-ruhl-libre-*.tgz
python3 -m venv venv
venv/bin/pip install -q fonttools==4.68.0 brotli==1.2.1
mkdir -p "$fonts"
for name in latin hebrew; do
    eval "letters=\$$name"
    venv/bin/pyftsubset package/600SemiBold/FrankRuhlLibre_600SemiBold.ttf --text="$letters" --flavor=woff2 \
        --layout-features=kern --no-hinting --name-IDs='' --drop-tables+=GDEF,STAT,DSIG,gasp \
        --output-file="$fonts/frank-ruhl-libre-$name.woff2"
done
cp package/LICENSE_FONT "$fonts/LICENCE.txt"
ls -l "$fonts"
