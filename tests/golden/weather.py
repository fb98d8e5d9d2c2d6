"""Quinlan's fourteen days: outlook, temperature, humidity, wind, and whether to play."""

DAYS = [
    ("sunny", 85, 85, "calm", "no"),
    ("sunny", 80, 90, "windy", "no"),
    ("overcast", 83, 86, "calm", "yes"),
    ("rainy", 70, 96, "calm", "yes"),
    ("rainy", 68, 80, "calm", "yes"),
    ("rainy", 65, 70, "windy", "no"),
    ("overcast", 64, 65, "windy", "yes"),
    ("sunny", 72, 95, "calm", "no"),
    ("sunny", 69, 70, "calm", "yes"),
    ("rainy", 75, 80, "calm", "yes"),
    ("sunny", 75, 70, "windy", "yes"),
    ("overcast", 72, 90, "windy", "yes"),
    ("overcast", 81, 75, "calm", "yes"),
    ("rainy", 71, 91, "windy", "no"),
]
OUTLOOK, TEMPERATURE, HUMIDITY, WIND = range(4)
ROWS = [((outlook, float(t), float(h), wind), play) for outlook, t, h, wind, play in DAYS]
